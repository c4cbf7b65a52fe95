/** What the browser loads: the door bundles without Node and without ws. */
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'

describe('the browser door', () => {
  it('bundles for browsers, with neither Node nor ws in it, and keeps the schemas behind an import()', async () => {
    const result = await build({
      entryPoints: [new URL('./index.ts', import.meta.url).pathname],
      bundle: true,
      platform: 'browser',
      format: 'esm',
      splitting: true,
      outdir: 'out',
      write: false,
      metafile: true,
      logLevel: 'silent',
    })
    const inputs = Object.keys(result.metafile.inputs)
    expect(inputs.some((path) => path.endsWith('protocol/src/signing.ts'))).toBe(true)
    expect(inputs.filter((path) => /node_modules\/ws\/|^node:|src\/node\.ts/.test(path))).toEqual([])
    const outputs = Object.values(result.metafile.outputs)
    const entry = outputs.find((output) => output.entryPoint?.endsWith('clients/sdk/src/index.ts'))!
    expect(entry.imports.some((found) => found.kind === 'dynamic-import')).toBe(true)
    expect(Object.keys(entry.inputs).filter((path) => path.endsWith('sdk/src/validation.ts'))).toEqual([])
  })
})
