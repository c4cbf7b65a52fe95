/** Every TypeScript file of the repository and what it imports, types included, as facts of a parser. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parseSync } from 'rolldown/utils'

export const root = join(import.meta.dirname, '..', '..')

export interface Import {
  readonly file: string
  readonly specifier: string
  readonly typeOnly: boolean
}

/** Paths from the root, with `/`. */
export const sourceFiles: readonly string[] = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'],
  { cwd: root, encoding: 'utf8' },
)
  .split('\n')
  .filter((file) => file !== '' && !file.endsWith('.d.ts') && existsSync(join(root, file)))

/** What a text imports and hands on: static, dynamic with a literal, `export … from`. */
export function importsIn(file: string, text: string): Import[] {
  const parsed = parseSync(file, text) as unknown as {
    errors: unknown[]
    module: {
      staticImports: { moduleRequest: { value: string }; entries: { isType: boolean }[] }[]
      staticExports: { entries: { moduleRequest: { value: string } | null; isType: boolean }[] }[]
      dynamicImports: { moduleRequest: { start: number; end: number } }[]
    }
  }
  if (parsed.errors.length > 0) throw new Error(`${file} does not parse`)
  const found: Import[] = []
  for (const one of parsed.module.staticImports)
    found.push({
      file,
      specifier: one.moduleRequest.value,
      typeOnly: one.entries.length > 0 && one.entries.every((e) => e.isType),
    })
  for (const one of parsed.module.staticExports)
    for (const entry of one.entries)
      if (entry.moduleRequest)
        found.push({ file, specifier: entry.moduleRequest.value, typeOnly: entry.isType })
  for (const one of parsed.module.dynamicImports) {
    const literal = text.slice(one.moduleRequest.start, one.moduleRequest.end)
    if (/^['"`]/.test(literal)) found.push({ file, specifier: literal.slice(1, -1), typeOnly: false })
  }
  return found
}

export const importsOf = (file: string): Import[] => importsIn(file, readFileSync(join(root, file), 'utf8'))

interface Manifest {
  readonly name: string
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>
}

/** `@vest/sdk/node` → `clients/sdk/src/node.ts`, as the manifests of the workspaces say. */
const doors: ReadonlyMap<string, string> = new Map(
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'package.json', '*/package.json'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && file !== 'package.json')
    .flatMap((file) => {
      const { name, exports = {} } = JSON.parse(readFileSync(join(root, file), 'utf8')) as Manifest
      return Object.entries(exports).flatMap(([path, target]) => {
        const entry = typeof target === 'string' ? target : Object.values(target)[0]
        return entry === undefined
          ? []
          : [[posix.join(name, path), posix.join(posix.dirname(file), entry)] as const]
      })
    }),
)

/** The file of ours that an import leads to, or undefined for packages of others. */
export const fileOf = ({ file, specifier }: Import): string | undefined =>
  specifier.startsWith('.')
    ? posix.normalize(posix.join(posix.dirname(file), specifier.replace(/\?.*$/, '')))
    : doors.get(specifier)
