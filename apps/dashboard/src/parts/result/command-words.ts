import { formatNumber } from '@stoa/ui'
import type { RunResult } from '../sql-run/run-state.ts'

/** The command of a statement and how many rows it changed: "UPDATE 3". */
export const commandWords = ({ command, rowCount }: Pick<RunResult, 'command' | 'rowCount'>): string =>
  [command, rowCount === null ? null : formatNumber(rowCount)].filter((word) => word !== null).join(' ')
