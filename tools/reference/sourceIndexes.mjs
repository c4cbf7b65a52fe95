/**
 * Lists of files that are made from the folders they stand for: the index of each room of calls, and the table of routes. They
 * are written before anything that imports them is bundled, so that a new file is in them at once. An index keeps the order
 * that it has; what is new comes last.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const CALLS_FOLDER = 'protocol/src/calls'
const SERVICE_FOLDER = 'services/exchange/src'
const ROUTE_TABLE_FILE = `${SERVICE_FOLDER}/rest/routeTable.ts`

/** @returns {readonly (readonly [file: string, text: string])[]} file names relative to `root` */
export function sourceIndexes(root) {
  const rooms = readdirSync(join(root, CALLS_FOLDER), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  return [...rooms.map((room) => roomIndex(root, room)), [ROUTE_TABLE_FILE, routeTable(root)]]
}

function roomIndex(root, room) {
  const file = `${CALLS_FOLDER}/${room}/index.ts`
  const former = readFileSync(join(root, file), 'utf8')
  const [opening] = former.split('\n', 1)
  const [, constant] = /export const (\w+_CALLS) = /.exec(former)
  const formerly = [...former.matchAll(/^ {2}(\w+): \w+Call,$/gm)].map(([, name]) => name)
  const names = readdirSync(join(root, CALLS_FOLDER, room))
    .filter((name) => name.endsWith('.ts') && name !== 'index.ts' && !name.endsWith('.test.ts'))
    .map((name) => name.slice(0, -'.ts'.length))
    .sort()
  const ordered = [
    ...formerly.filter((name) => names.includes(name)),
    ...names.filter((name) => !formerly.includes(name)),
  ]
  return [
    file,
    `${opening}
// Written by \`node tools/program.mjs reference\`, but for the order of the list.
${names.map((name) => `import { ${name}Call } from './${name}.ts'`).join('\n')}

${names.map((name) => `export * from './${name}.ts'`).join('\n')}

export const ${constant} = {
${ordered.map((name) => `  ${name}: ${name}Call,`).join('\n')}
} as const
`,
  ]
}

function routeTable(root) {
  const folder = join(root, SERVICE_FOLDER)
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => ({
      from: relative(join(root, SERVICE_FOLDER, 'rest'), file).replace(/^(?!\.)/, './'),
      routes: [
        ...readFileSync(file, 'utf8').matchAll(/^export const (\w+) = (?:public|key)Route\(\s*'/gm),
      ].map(([, name]) => name),
    }))
    .filter(({ routes }) => routes.length > 0)
  const routes = found.flatMap((file) => file.routes)
  return `/**
 * Every route under /v2: the table that is served, tested against authorization, and denies what it lacks.
 * Written by \`node tools/program.mjs reference\` from the handlers that there are.
 */
import type { Route } from './route.ts'
${found.map(({ from, routes: names }) => importLine(names, from)).join('\n')}

export const ROUTES: readonly Route[] = [
${routes.map((name) => `  ${name},`).join('\n')}
]
`
}

/** As the formatter breaks it. */
function importLine(names, from) {
  const line = `import { ${names.join(', ')} } from '${from}'`
  return line.length <= 110
    ? line
    : `import {\n${names.map((name) => `  ${name},`).join('\n')}\n} from '${from}'`
}
