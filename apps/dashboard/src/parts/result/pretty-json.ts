/**
 * Breaks JSON into lines without reading its values, so that no number loses a digit.
 * @returns the text unchanged when it is not JSON
 */
export function prettyJson(text: string): string {
  try {
    JSON.parse(text)
  } catch {
    return text
  }
  const parts = text.match(/"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}:,]|[^\s[\]{}:,"]+/g) ?? []
  let depth = 0
  let out = ''
  const line = () => `\n${'  '.repeat(depth)}`
  parts.forEach((part, index) => {
    if (part === '{' || part === '[') {
      const empty = /[\]}]/.test(parts[index + 1]?.[0] ?? '') && parts[index + 1]?.length === 1
      depth++
      out += empty ? part : part + line()
    } else if (part === '}' || part === ']') {
      depth--
      const empty = parts[index - 1] === '{' || parts[index - 1] === '['
      out += empty ? part : line() + part
    } else if (part === ',') out += part + line()
    else if (part === ':') out += ': '
    else out += part
  })
  return out
}
