/** Compressed twins (.br, .gz) beside the texts of a built web app: written once by the build, sent as they lie there. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const TEXTS = /\.(js|css|svg|json)$/
/** Below it a twin saves no packet. */
const BYTES_MIN = 1_024
/** The last step to 11 takes ten times as long for two percent. */
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
}

/** @param {string} dir */
export function compressTwins(dir) {
  for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
    const path = join(dir, name)
    if (!TEXTS.test(name) || statSync(path).size < BYTES_MIN) continue
    const text = readFileSync(path)
    writeFileSync(`${path}.br`, brotliCompressSync(text, BROTLI))
    writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }))
  }
}
