import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const COMPRESSIBLE = /\.(?:js|css|svg|json|wasm)$/
/** Below this many bytes a compressed copy saves nothing worth a second file. */
const MIN_BYTES = 1024

/** Writes a `.br` and a `.gz` copy beside every text file of the build, so that the server compresses nothing itself. */
export function compress(): Plugin {
  let outDir = 'dist'
  return {
    name: 'stoa:compress',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir)
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const files = await readdir(outDir, { recursive: true })
        await Promise.all(
          files
            .filter((file) => COMPRESSIBLE.test(file) && !file.startsWith('.vite'))
            .map(async (file) => {
              const path = join(outDir, file)
              const text = await readFile(path)
              if (text.length < MIN_BYTES) return
              const [br, gz] = await Promise.all([
                promisify(brotliCompress)(text, {
                  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
                }),
                promisify(gzip)(text, { level: 9 }),
              ])
              await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
            }),
        )
      },
    },
  }
}
