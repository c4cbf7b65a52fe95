/** `node tools/program.mjs reference`: writes the parts of `docs/reference` that are made from the sources. */
import { writeFileSync } from 'node:fs'
import { asyncApi, openApi } from '@vest/protocol'

export const OPEN_API_FILE = 'docs/reference/openapi.json'
export const ASYNC_API_FILE = 'docs/reference/asyncapi.json'
export const asyncApiText = (): string => `${JSON.stringify(asyncApi(), undefined, 2)}\n`
export const openApiText = (): string => `${JSON.stringify(openApi(), undefined, 2)}\n`

export function main(): number {
  writeFileSync(OPEN_API_FILE, openApiText())
  writeFileSync(ASYNC_API_FILE, asyncApiText())
  process.stdout.write(`${OPEN_API_FILE}\n${ASYNC_API_FILE}\n`)
  return 0
}
