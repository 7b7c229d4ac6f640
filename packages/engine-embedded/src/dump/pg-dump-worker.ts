import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { ARRIVALS, type Compiled, type DumpJob, type DumpMessage, UNUSED } from './pg-dump-protocol.ts'

// Runs pg_dump, compiled to WebAssembly, in a thread of its own: the program reads and writes its connection with
// blocking calls, so it waits here while the thread that started it owns the socket and the output.

const CHUNK = 256 * 1024
const MOST_UNUSED = 8 * 1024 * 1024

type Device = {
  open(): void
  close(): void
  write(stream: unknown, from: Uint8Array, offset: number, length: number): number
  llseek(): number
}
type Program = {
  ENV: Record<string, string>
  HEAPU8: Uint8Array<ArrayBuffer>
  FS: {
    makedev(major: number, minor: number): number
    registerDevice(device: number, operations: Device): void
    mkdev(path: string, mode: number, device: number): void
  }
  onRuntimeInitialized(): void
  addFunction(work: (pointer: number, length: number) => number, signature: string): number
  _pgl_set_rw_cbs(read: number, write: number): void
  callMain(args: string[]): void
}
/** What is used of it here. */
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: {
    compile(code: Uint8Array): Promise<Compiled>
    instantiate(program: Compiled, imports: object): Promise<object>
  }
}
type Factory = (options: Record<string, unknown>) => Promise<Program>

/** The package exports a function around the program that holds the whole dump in memory; the program itself is inside. */
async function factory(): Promise<{ make: Factory; wasm: string }> {
  const folder = dirname(fileURLToPath(import.meta.resolve('@electric-sql/pglite-tools/pg_dump')))
  const entry = await readFile(join(folder, 'pg_dump.js'), 'utf8')
  const chunk = /from\s*"\.\/(chunk-[^"]+\.js)"/.exec(entry)?.[1]
  const source = await readFile(join(folder, chunk ?? 'pg_dump.js'), 'utf8')
  const name = /await (\w+)\(\{noExitRuntime/.exec(source)?.[1]
  if (!name) throw new Error('This version of @electric-sql/pglite-tools holds pg_dump in another way than expected.')
  const opened = source.replace(/export\s*\{[^}]*\};?\s*(\/\/#.*)?\s*$/, `export{${name} as factory};`)
  const url = `data:text/javascript;base64,${Buffer.from(opened).toString('base64')}`
  const { factory: make } = (await import(url)) as { factory: Factory }
  return { make, wasm: join(folder, 'pg_dump.wasm') }
}

function tell(message: DumpMessage, hand: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, hand)
}

/** The blocking end of the connection. */
class Connection {
  readonly #job: DumpJob
  readonly #state: Int32Array
  #current: Uint8Array | null = null
  #offset = 0
  #ended = false
  #gaveBefore = false

  constructor(job: DumpJob) {
    this.#job = job
    this.#state = new Int32Array(job.state)
  }

  /**
   * Gives up to `most` bytes. The program asks once more after a large answer and wants to hear that there is nothing
   * yet, so an empty answer follows each full one when nothing has arrived; only then a call waits.
   */
  read(into: Uint8Array, at: number, most: number): number {
    if (!this.#current && !this.#next(!this.#gaveBefore)) {
      this.#gaveBefore = false
      return 0
    }
    const from = this.#current as unknown as Uint8Array
    const part = from.subarray(this.#offset, this.#offset + most)
    into.set(part, at)
    this.#offset += part.length
    if (this.#offset >= from.length) {
      tell({ read: from.length })
      this.#current = null
    }
    this.#gaveBefore = true
    return part.length
  }

  #next(wait: boolean): boolean {
    for (;;) {
      const seen = Atomics.load(this.#state, ARRIVALS)
      const arrived = receiveMessageOnPort(this.#job.arriving) as { message: Uint8Array | null } | undefined
      if (arrived) {
        if (arrived.message === null) this.#ended = true
        else if (arrived.message.length > 0) {
          this.#current = arrived.message
          this.#offset = 0
          return true
        }
      }
      if (this.#ended || !wait) return false
      if (!arrived) Atomics.wait(this.#state, ARRIVALS, seen)
    }
  }
}

/** Gathers the dump's text and hands it on in pieces, waiting when too much of it lies unused. */
class Output {
  readonly #state: Int32Array
  #piece = new Uint8Array(CHUNK)
  #used = 0

  constructor(job: DumpJob) {
    this.#state = new Int32Array(job.state)
  }

  write(text: Uint8Array): void {
    for (let at = 0; at < text.length; ) {
      const part = text.subarray(at, at + CHUNK - this.#used)
      this.#piece.set(part, this.#used)
      this.#used += part.length
      at += part.length
      if (this.#used === CHUNK) this.flush()
    }
  }

  flush(): void {
    for (;;) {
      const unused = Atomics.load(this.#state, UNUSED)
      if (unused < MOST_UNUSED) break
      Atomics.wait(this.#state, UNUSED, unused)
    }
    Atomics.add(this.#state, UNUSED, this.#used)
    const full = this.#piece.subarray(0, this.#used)
    this.#piece = new Uint8Array(CHUNK)
    this.#used = 0
    tell({ text: full }, [full.buffer])
  }
}

async function dump(job: DumpJob): Promise<void> {
  const connection = new Connection(job)
  const output = new Output(job)
  const words: string[] = []
  let code = 0
  const hear = (line: string): void => {
    // It looks for itself on a disk that it does not have.
    if (!line.includes('invalid binary')) words.push(line)
  }
  const { make, wasm } = await factory()
  const compiled = job.program ?? (await WebAssembly.compile(await readFile(wasm)))
  tell({ program: compiled })
  const program = await make({
    noExitRuntime: false,
    // Code that an earlier dump has compiled is used again.
    instantiateWasm: (imports: object, done: (instance: object, program: Compiled) => void) => {
      WebAssembly.instantiate(compiled, imports).then((instance) => done(instance, compiled))
      return {}
    },
    locateFile: (name: string) => name,
    print: hear,
    printErr: hear,
    onExit: (status: number) => {
      code = status
    },
    preRun: [
      (running: Program) => {
        // Neither a home nor a password file: the socket alone says who is calling.
        Object.assign(running.ENV, { HOME: '/', USER: 'stoa', LOGNAME: 'stoa', PGPASSFILE: '/none', PGAPPNAME: 'stoa' })
        running.onRuntimeInitialized = () => {
          const write = running.addFunction((pointer, length) => {
            tell({ send: running.HEAPU8.slice(pointer, pointer + length) })
            return length
          }, 'iii')
          const read = running.addFunction((pointer, most) => connection.read(running.HEAPU8, pointer, most), 'iii')
          running._pgl_set_rw_cbs(read, write)
          const device = running.FS.makedev(64, 1)
          running.FS.registerDevice(device, {
            open: () => {},
            close: () => {},
            write: (_stream, from, offset, length) => {
              output.write(from.subarray(offset, offset + length))
              return length
            },
            llseek: () => 0,
          })
          running.FS.mkdev('/dev/dump', 0o666, device)
        }
      },
    ],
  })
  try {
    program.callMain([...job.args, '-f', '/dev/dump'])
  } catch (error) {
    const { name, status } = error as { name?: string; status?: number }
    if (name === 'ExitStatus') code = status ?? code
    else {
      code ||= 1
      words.push(error instanceof Error ? error.message : String(error))
    }
  }
  output.flush()
  tell({ end: { code, words: words.join('\n').trim() } })
}

await dump(workerData as DumpJob)
