/**
 * Bundles an entry file for Node, as the build does, so that a test can run it in a thread or a process of
 * its own. The bundle lies under node_modules, from where packages are found.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { pathToFileURL } from 'node:url'

const CACHE = fileURLToPath(new URL('../../../../node_modules/.cache/', import.meta.url))

export interface Bundle {
  readonly url: URL
  remove(): void
}

export async function bundleForTest(entry: URL): Promise<Bundle> {
  mkdirSync(CACHE, { recursive: true })
  const folder = mkdtempSync(join(CACHE, 'vest-'))
  const outfile = join(folder, 'bundle.mjs')
  await build({
    entryPoints: [fileURLToPath(entry)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'silent',
    plugins: [
      {
        name: 'packages-stay-outside',
        setup: ({ onResolve }) => {
          onResolve({ filter: /^[^./]/ }, ({ path }) =>
            path.startsWith('@vest/') ? undefined : { path, external: true },
          )
        },
      },
    ],
  })
  return { url: pathToFileURL(outfile), remove: () => rmSync(folder, { recursive: true, force: true }) }
}
