/**
 * The gallery is in a build that asks for it and not a byte of it is in the product's: no module and no word. Both
 * builds are made, so that what is looked for is known to be found where it is.
 */
import { join } from 'node:path'
import { build } from 'vite'
import { afterEach, describe, expect, it } from 'vitest'

const web = join(import.meta.dirname, '..', '..', '..')

interface Built {
  /** Sources that the bundle holds, as paths in `src`. */
  readonly modules: readonly string[]
  readonly text: string
}

async function buildApp(): Promise<Built> {
  const result = await build({
    configFile: join(web, 'vite.config.ts'),
    logLevel: 'error',
    build: { write: false },
  })
  const outputs = (Array.isArray(result) ? result : [result]) as { readonly output: readonly Part[] }[]
  const parts = outputs.flatMap(({ output }) => output)
  return {
    modules: parts
      .flatMap(({ moduleIds = [] }) => moduleIds)
      .filter((id) => id.startsWith(join(web, 'src')))
      .map((id) => id.slice(join(web, 'src').length + 1)),
    text: parts.map(({ code, source }) => code ?? (typeof source === 'string' ? source : '')).join('\n'),
  }
}

interface Part {
  readonly moduleIds?: readonly string[]
  readonly code?: string
  readonly source?: string | Uint8Array
}

const ofGallery = ({ modules }: Built): readonly string[] =>
  modules.filter((module) => module.startsWith('testing/') || module.includes('.gallery.'))
/** Said in the gallery and nowhere else. */
const WORDS = ['/gallery', 'data-scene', 'insufficient-order-size', 'Loom Wallet']

describe('the gallery in a build', () => {
  afterEach(() => {
    delete process.env.VEST_GALLERY
  })

  it('is there where it is asked for', async () => {
    process.env.VEST_GALLERY = '1'
    const built = await buildApp()
    expect(ofGallery(built).length).toBeGreaterThan(20)
    expect(WORDS.filter((word) => !built.text.includes(word))).toEqual([])
  })

  it('is not in the product', async () => {
    const built = await buildApp()
    expect(built.modules).toContain('main.tsx')
    expect(ofGallery(built)).toEqual([])
    expect(WORDS.filter((word) => built.text.includes(word))).toEqual([])
  })
})
