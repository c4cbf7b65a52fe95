/**
 * Writes the logo files of the app at build time and serves them in development. The app asks only its own
 * origin for images, so no visitor's address reaches a logo service.
 * Sources: @web3icons/core (MIT), simple-icons (CC0), gilbarbara's logos (CC0), circle-flags (MIT); trademarks stay their
 * owners'.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import {
  DISC_COLOURS,
  LOGO_SOURCES,
  type LogoKind,
  type LogoSource,
} from '../src/entities/market/logoSources.ts'

const require = createRequire(import.meta.url)

/** A quiet disc in the colour of its category; the letters are set by the app. */
const defaultSvg = (colour: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="12" cy="12" r="12" fill="${colour}"/></svg>`

export function logoSvg(source: LogoSource): string {
  const name = source.slice(source.indexOf(':') + 1)
  switch (source.slice(0, source.indexOf(':')) as LogoKind) {
    case 'token':
      return web3Svg('tokens', name)
    case 'network':
      return web3Svg('networks', name)
    case 'exchange':
      return web3Svg('exchanges', name)
    case 'brand':
      return brandSvg('simple-icons', name)
    case 'early':
      return brandSvg('simple-icons-9', name)
    case 'drawing':
      return drawingSvg(name)
    case 'flag':
      return readFileSync(require.resolve(`circle-flags/flags/${name}.svg`), 'utf8')
  }
}

/** The package ships each drawing as a module with one string. */
function web3Svg(kind: 'tokens' | 'networks' | 'exchanges', name: string): string {
  const folder = dirname(require.resolve('@web3icons/core'))
  const text = readFileSync(join(folder, 'svgs', kind, 'background', `${name}.svg.js`), 'utf8')
  const literal = /<svg[\s\S]*<\/svg>/.exec(text)?.[0]
  if (literal === undefined) throw new Error(`No drawing of ${name}`)
  return literal.replaceAll('\\n', '\n').replaceAll("\\'", "'")
}

interface Brand {
  readonly slug?: string
  readonly title: string
  readonly hex: string
}
const editions = new Map<string, ReadonlyMap<string, string>>()

/** Colours by slug. The early edition keeps its list in another place, and leaves slugs out that follow from titles. */
function coloursOf(edition: 'simple-icons' | 'simple-icons-9', folder: string): ReadonlyMap<string, string> {
  let colours = editions.get(edition)
  if (colours === undefined) {
    const isEarly = edition === 'simple-icons-9'
    const path = join(folder, isEarly ? '_data/simple-icons.json' : 'data/simple-icons.json')
    const read = JSON.parse(readFileSync(path, 'utf8')) as Brand[] | { readonly icons: readonly Brand[] }
    const listed = Array.isArray(read) ? read : read.icons
    colours = new Map(listed.map(({ slug, title, hex }) => [slug ?? title.toLowerCase(), hex]))
    editions.set(edition, colours)
  }
  return colours
}

function brandSvg(edition: 'simple-icons' | 'simple-icons-9', slug: string): string {
  const folder = dirname(require.resolve(edition))
  const hex = coloursOf(edition, folder).get(slug)
  const path = / d="([^"]+)"/.exec(readFileSync(join(folder, 'icons', `${slug}.svg`), 'utf8'))?.[1]
  if (hex === undefined || path === undefined) throw new Error(`No brand ${slug}`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" fill="#${hex}"/><path transform="translate(5.4 5.4) scale(.55)" fill="${inkOn(hex)}" d="${path}"/></svg>`
}

interface Drawings {
  readonly width: number
  readonly height: number
  readonly icons: Readonly<Record<string, { body: string; width?: number; height?: number }>>
}
/** In its own colours on white, as its owners show it; wide or high ones fit into the disc. */
function drawingSvg(name: string): string {
  const drawings = require('@iconify-json/logos/icons.json') as Drawings
  const drawing = drawings.icons[name]
  if (drawing === undefined) throw new Error(`No drawing ${name}`)
  const { body, width = drawings.width, height = drawings.height } = drawing
  const scale = 14 / Math.max(width, height)
  const [left, top] = [(24 - width * scale) / 2, (24 - height * scale) / 2]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" fill="#ffffff"/><g transform="translate(${left.toFixed(2)} ${top.toFixed(2)}) scale(${scale.toFixed(5)})">${body}</g></svg>`
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
    ...Object.entries(DISC_COLOURS).map(
      ([category, colour]) => [`default-${category}.svg`, defaultSvg(colour)] as const,
    ),
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
