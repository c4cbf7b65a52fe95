/**
 * `node tools/program.mjs reference`: writes what is made from the sources, the generated parts of `docs/reference` and the
 * SDK's methods. The lists of files (`sourceIndexes.mjs`) are written before this is bundled.
 */
import { writeFileSync } from 'node:fs'
import { asyncApi, ERRORS, openApi } from '@vest/protocol'
import { sdkMethodFiles } from './sdkMethods.ts'

export const OPEN_API_FILE = 'docs/reference/openapi.json'
export const ASYNC_API_FILE = 'docs/reference/asyncapi.json'
export const ERRORS_FILE = 'docs/reference/errors.md'
export const asyncApiText = (): string => `${JSON.stringify(asyncApi(), undefined, 2)}\n`
export const openApiText = (): string => `${JSON.stringify(openApi(), undefined, 2)}\n`

export const errorsText = (): string => `# Error codes

Every code the product can answer. The code is the identity; the text is looked up. Generated from
\`protocol/src/errors.ts\`; a test compares the two in both directions.

\`origin\`: **gateway** answers it over HTTP · **engine** writes it on an order or transfer record · **both** ·
**client** arises in the browser or the SDK alone.

| Code | Name | HTTP | Origin | Message |
|---|---|---|---|---|
${ERRORS.map(({ code, name, httpStatus, origin, message }) => `| ${code} | \`${name}\` | ${httpStatus} | ${origin} | ${message} |`).join('\n')}

Close codes of the socket (4003, 4004, 4005 among them) are a namespace of their own: \`SOCKET_CLOSE\` in the
same file.
`

export async function main(): Promise<number> {
  const files = [
    [OPEN_API_FILE, openApiText()],
    [ASYNC_API_FILE, asyncApiText()],
    [ERRORS_FILE, errorsText()],
    ...(await sdkMethodFiles()),
  ] as const
  for (const [file, text] of files) {
    writeFileSync(file, text)
    process.stdout.write(`${file}\n`)
  }
  return 0
}
