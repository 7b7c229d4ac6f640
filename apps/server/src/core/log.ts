import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import pino from 'pino'

export type Log = pino.Logger

/** Names of fields whose values never reach a log. */
const SECRET_FIELDS = [
  'password',
  'token',
  'authorization',
  'cookie',
  'secret',
  'key',
  'connectionString',
  'sealed',
  'db_pass',
]

/** Size at which a log file is set aside, in bytes; one older file is kept. */
const FILE_MAX = 10 * 1024 * 1024

/**
 * Opens a log file for appending. A large one of an earlier run is set aside as `<file>.1` first.
 * @param file the path; its folder is made
 */
export function logFile(file: string): pino.DestinationStream {
  mkdirSync(dirname(file), { recursive: true })
  if (existsSync(file) && statSync(file).size > FILE_MAX) renameSync(file, `${file}.1`)
  return pino.destination({ dest: file, sync: false, append: true })
}

/**
 * The structured log: one line of JSON for each event.
 * @param level the least that is written
 * @param destination where to; standard output unless given
 */
export function createLog(level: string, destination?: pino.DestinationStream): Log {
  const paths = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`])
  return pino(
    { level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime, redact: { paths, censor: '[hidden]' } },
    destination ?? pino.destination({ fd: 1, sync: false }),
  )
}
