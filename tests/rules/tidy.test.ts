/** Taste that can be computed: names of files, words that do not belong, exact versions, documents that keep up. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)))
const text = (file: string): string => readFileSync(join(root, file), 'utf8')
const sources = files.filter((file) => /\.(ts|tsx|mjs|sol|c)$/.test(file))

describe('tidy', () => {
  it('read the tree', () => expect(sources.length).toBeGreaterThan(60))

  it('no file or folder is a drawer', () => {
    expect(
      files.filter((file) => /(^|\/)(utils?|helpers?|commons?|misc|managers?)(\.|\/|$)/i.test(file)),
    ).toEqual([])
  })

  it('one file is in C, and none in another language that a compiler turns into machine code', () => {
    expect(files.filter((file) => /\.(c|cc|cpp|h|hpp|rs|go|zig)$/.test(file))).toEqual([
      'services/exchange/native/signatures.c',
    ])
  })

  it('a file imports from packages first, then from files', () => {
    const wrong = sources.filter((file) => {
      const isFile = [...text(file).matchAll(/^import\b[^'";]*?from '([^']+)'/gm)].map(([, from]) =>
        from!.startsWith('.'),
      )
      return isFile.lastIndexOf(false) > isFile.indexOf(true) && isFile.includes(true)
    })
    expect(wrong).toEqual([])
  })

  it('an object is written whole: no literal is spread into another', () => {
    const wrong = sources.filter((file) => /^\s*\.\.\.\{ /m.test(text(file)))
    expect(wrong).toEqual([])
  })

  it('no test is skipped, retried or alone', () => {
    const wrong = sources
      .filter((file) => /\.(test|e2e)\.tsx?$/.test(file))
      .filter((file) =>
        /\b(it|test|describe)\.(skip|only|todo|fixme)\b|\bretry:|\bretries:\s*[1-9]/.test(text(file)),
      )
      .filter((file) => !file.endsWith('tidy.test.ts'))
    expect(wrong).toEqual([])
  })

  it('no call takes a list of any length as its arguments: of some hundred thousand the stack has no room', () => {
    const product = sources.filter(
      (file) =>
        /^(core|runtime|services|adapters)\//.test(file) &&
        !/\.test\.ts$|\/testing\//.test(file) &&
        file !== 'services/exchange/src/rest/answerHeaders.ts',
    )
    expect(product.length).toBeGreaterThan(300)
    const wrong = product.filter((file) => /\.(push|unshift|splice)\([^{}()[\]]*\.\.\./.test(text(file)))
    expect(wrong).toEqual([])
  })

  it('comments, titles, messages and documents name who acts', () => {
    const written = files.filter(
      (file) =>
        /\.(ts|tsx|mjs|js|sol|c|css|html|sh|yml|md)$/.test(file) &&
        // This rule names the words.
        !file.endsWith('tidy.test.ts'),
    )
    expect(written.length).toBeGreaterThan(2_000)
    const folders = new Set(written.map((file) => file.split('/')[0]))
    expect([...folders]).toEqual(
      expect.arrayContaining(['core', 'tests', 'bench', 'tools', 'contracts', 'docs']),
    )
    // Data: a Linux user, and names of texts.
    const data = /\buser nobody\b|postgres:\/\/nobody@|\bt\('[\w.]+'\)/g
    const words = /\b(whoever|whomever|nobody|somebody|anybody|everybody|he|him|his|himself)\b/i
    const wrong = written.flatMap((file) =>
      text(file)
        .split('\n')
        .flatMap((line, at) => (words.test(line.replace(data, '')) ? [`${file}:${at + 1}`] : [])),
    )
    expect(wrong).toEqual([])
  })

  it('no unfinished work hides behind a marker', () => {
    const wrong = sources
      .filter((file) => !file.endsWith('tidy.test.ts'))
      .filter((file) => /\b(FIXME|XXX|HACK)\b|\bTODO\b(?!\()/.test(text(file)))
    expect(wrong).toEqual([])
  })

  it('every dependency has an exact version and a line in its decision', () => {
    const decision = text('docs/decisions/dependencies.md')
    const wrong: string[] = []
    for (const file of files.filter((name) => /(^|\/)package\.json$/.test(name))) {
      const manifest = JSON.parse(text(file)) as Record<string, Record<string, string> | undefined>
      for (const [name, version] of Object.entries({
        ...manifest.dependencies,
        ...manifest.devDependencies,
      })) {
        if (!/^(npm:[\w@/.-]+@)?\d+\.\d+\.\d+(-[\w.-]+)?$/.test(version))
          wrong.push(`${file}: ${name} ${version} is not exact`)
        if (!name.startsWith('@vest/') && !decision.includes(`\`${name}\``))
          wrong.push(`${name} has no line in docs/decisions/dependencies.md`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('every path and link that a document names is there', () => {
    const folders = new Set(files.map((file) => file.split('/')[0]!))
    const documents = files.filter((file) => file.endsWith('.md') && !file.startsWith('clients/web/public'))
    const wrong = documents.flatMap((document) => {
      const named = [...text(document).matchAll(/`([\w.@-]+\/[\w./@-]*)`/g)]
        .map((match) => match[1]!)
        .filter((path) => folders.has(path.split('/')[0]!) && !path.startsWith('data/'))
      const linked = [...text(document).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map((match) =>
        join(dirname(document), match[1]!),
      )
      return [...named, ...linked]
        .filter((path) => !existsSync(join(root, path)) && !existsSync(join(root, dirname(document), path)))
        .map((path) => `${document} names ${path}`)
    })
    expect(documents.length).toBeGreaterThan(20)
    expect(wrong).toEqual([])
  })
})
