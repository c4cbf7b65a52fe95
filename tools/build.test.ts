/** What makes the server be built again, and what does not. */
import { build, type BuildOptions } from 'esbuild'
import { describe, expect, it } from 'vitest'
// @ts-expect-error a script without types
import { PRODUCT_DROPS_LABELS, SERVER_SOURCES, serverBundle } from './build.mjs'
import { BUGGIFY_POINTS } from '../runtime/src/buggify.ts'

describe('the build of the server', () => {
  it('watches exactly the folders that its threads are bundled from', async () => {
    const { metafile } = await build({
      ...(serverBundle() as BuildOptions),
      write: false,
      metafile: true,
      logLevel: 'silent',
    })
    const inputs = Object.keys(metafile.inputs)
    const watching = (path: string): readonly string[] =>
      (SERVER_SOURCES as string[]).filter((folder) => path.startsWith(`${folder}/`))
    expect(inputs.filter((path) => watching(path).length !== 1)).toEqual([])
    const used = new Set(inputs.flatMap(watching))
    expect([...SERVER_SOURCES].sort()).toEqual([...used].sort())
  })

  it('holds no place where a simulation may bend what happens', async () => {
    const points = async (dropLabels: string[]): Promise<string[]> => {
      const { outputFiles } = await build({
        ...(serverBundle() as BuildOptions),
        write: false,
        logLevel: 'silent',
        dropLabels,
      })
      const text = outputFiles.map((file) => file.text).join('\n')
      return [...BUGGIFY_POINTS, 'buggify('].filter((point) => text.includes(point))
    }
    expect(await points(PRODUCT_DROPS_LABELS as string[])).toEqual([])
    expect(await points([])).toEqual([...BUGGIFY_POINTS, 'buggify('])
  })
})
