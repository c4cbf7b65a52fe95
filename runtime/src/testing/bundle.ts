/** Bundles an entry of this package into a folder, as the start command does for the real worker. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

export async function bundle(entry: string, outFolder: string): Promise<string> {
  const outfile = join(outFolder, entry.replace(/^.*\//, '').replace(/\.ts$/, '.mjs'))
  await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    dropLabels: ['BUGGIFY'],
  })
  return outfile
}
