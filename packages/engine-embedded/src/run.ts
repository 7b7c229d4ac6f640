import { spawn } from 'node:child_process'

/** What the servers and their tools are started with: nothing of the platform's own environment. */
export const CLEAN_ENV = { PATH: process.env.PATH ?? '/usr/bin:/bin', LANG: 'C', LC_ALL: 'C', TZ: 'UTC' }

/** The operating-system account a process runs under. `null` is the platform's own. */
export type Identity = { readonly uid: number; readonly gid: number } | null

export type RunResult = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

/**
 * Runs a program to its end, without a shell.
 * @param options.input text for its standard input
 * @param options.as the account to run it under
 * @returns its exit code and what it wrote; a program that cannot be started rejects
 */
export function run(
  program: string,
  args: readonly string[],
  options: { input?: string; as?: Identity; cwd?: string } = {},
): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env: CLEAN_ENV,
      stdio: ['pipe', 'pipe', 'pipe'],
      // Another account may not be able to reach the folder that the platform was started in.
      cwd: options.cwd ?? '/',
      ...(options.as ? { uid: options.as.uid, gid: options.as.gid } : {}),
    })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
    })
    // A program that ends without reading its input is told by its exit code, not by the broken pipe.
    child.stdin.on('error', () => {})
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
    child.stdin.end(options.input ?? '')
  })
}
