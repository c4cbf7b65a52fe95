/**
 * Writes the logo files of the app at build time and serves them in development. The app asks only its own
 * origin for images, so no visitor's address reaches a logo service.
 * Sources: @web3icons/core (MIT), simple-icons (CC0), circle-flags (MIT); trademarks stay their owners'.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { LOGO_SOURCES, type LogoSource } from '../src/entities/market/logoSources.ts'

const require = createRequire(import.meta.url)

/** A quiet disc with a ring, the colour of a hairline in both themes; the letter is set by the app. */
const DEFAULT_LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="12" cy="12" r="12" fill="#7d776f"/><circle cx="12" cy="12" r="9.4" fill="none" stroke="#a8a29a" stroke-width="1"/></svg>'

export function logoSvg(source: LogoSource): string {
  const name = source.slice(source.indexOf(':') + 1)
  switch (source.slice(0, source.indexOf(':')) as 'token' | 'brand' | 'flag') {
    case 'token':
      return tokenSvg(name)
    case 'brand':
      return brandSvg(name)
    case 'flag':
      return readFileSync(require.resolve(`circle-flags/flags/${name}.svg`), 'utf8')
  }
}

/** The package ships each drawing as a module with one string. */
function tokenSvg(token: string): string {
  const folder = dirname(require.resolve('@web3icons/core'))
  const text = readFileSync(join(folder, 'svgs/tokens/background', `${token}.svg.js`), 'utf8')
  const literal = /<svg[\s\S]*<\/svg>/.exec(text)?.[0]
  if (literal === undefined) throw new Error(`No drawing of token ${token}`)
  return literal.replaceAll('\\n', '\n').replaceAll("\\'", "'")
}

interface Brand {
  readonly slug: string
  readonly hex: string
}
let brands: ReadonlyMap<string, Brand> | undefined

function brandSvg(slug: string): string {
  const folder = dirname(require.resolve('simple-icons'))
  brands ??= new Map(
    (JSON.parse(readFileSync(join(folder, 'data/simple-icons.json'), 'utf8')) as Brand[]).map((brand) => [
      brand.slug,
      brand,
    ]),
  )
  const hex = brands.get(slug)?.hex
  const path = / d="([^"]+)"/.exec(readFileSync(join(folder, 'icons', `${slug}.svg`), 'utf8'))?.[1]
  if (hex === undefined || path === undefined) throw new Error(`No brand ${slug}`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" fill="#${hex}"/><path transform="translate(5.4 5.4) scale(.55)" fill="${inkOn(hex)}" d="${path}"/></svg>`
}

/** Black or white, whichever reads better on the brand's colour. */
function inkOn(hex: string): string {
  const [red, green, blue] = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [
    number,
    number,
    number,
  ]
  return red * 0.299 + green * 0.587 + blue * 0.114 > 160 ? '#111111' : '#ffffff'
}

export function marketLogos(): Plugin {
  const files = (): readonly (readonly [name: string, svg: string])[] => [
    ['default.svg', DEFAULT_LOGO],
    ...[...LOGO_SOURCES].map(([base, source]) => [`${base}.svg`, logoSvg(source)] as const),
  ]
  return {
    name: 'market-logos',
    generateBundle() {
      for (const [name, source] of files())
        this.emitFile({ type: 'asset', fileName: `logos/${name}`, source })
    },
    configureServer(server) {
      const byUrl = new Map(files().map(([name, svg]) => [`/logos/${name}`, svg]))
      server.middlewares.use((request, response, next) => {
        const svg = byUrl.get(new URL(request.url ?? '/', 'http://localhost').pathname)
        if (svg === undefined) return next()
        response.setHeader('content-type', 'image/svg+xml')
        response.end(svg)
      })
    },
  }
}
