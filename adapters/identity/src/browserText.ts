/** What a browser calls itself, made fit to be shown: one line, plain signs, not long. */
import { BROWSER_TEXT_MAX } from './limits.ts'

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Mac OS X/, 'macOS'],
  [/Windows/, 'Windows'],
  [/Linux|X11/, 'Linux'],
]
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const nameIn = (names: readonly (readonly [RegExp, string])[], text: string): string | undefined =>
  names.find(([pattern]) => pattern.test(text))?.[1]

export function browserText(userAgent: string): string {
  const browser = nameIn(BROWSERS, userAgent)
  const system = nameIn(SYSTEMS, userAgent)
  if (browser !== undefined) return system === undefined ? browser : `${browser}, ${system}`
  const plain = userAgent
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/[^\w ./()-]/g, '')
    .trim()
  return plain === '' ? 'unknown browser' : plain.slice(0, BROWSER_TEXT_MAX)
}
