import { formatNumber } from '../format.ts'

/** A number at an axis or a mark: with powers of ten where it would be all noughts otherwise. */
export function chartNumber(value: number): string {
  const size = Math.abs(value)
  if (size === 0 || (size >= 0.001 && size < 1e15)) return formatNumber(value)
  const [digits = '', power = ''] = Number(size.toPrecision(3)).toExponential().split('e')
  return `${value < 0 ? '−' : ''}${digits} × 10${superscript(Number(power))}`
}

const superscript = (power: number): string =>
  String(power).replaceAll(/[-\d]/g, (sign) => (sign === '-' ? '⁻' : ('⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(sign)] ?? sign)))
