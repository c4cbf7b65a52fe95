/** `node tools/program.mjs reference`: writes the parts of `docs/reference` that are made from the sources. */
import { writeFileSync } from 'node:fs'
import { openApi } from '@vest/protocol'

export const OPEN_API_FILE = 'docs/reference/openapi.json'
export const openApiText = (): string => `${JSON.stringify(openApi(), undefined, 2)}\n`

export function main(): number {
  writeFileSync(OPEN_API_FILE, openApiText())
  process.stdout.write(`${OPEN_API_FILE}\n`)
  return 0
}
