/**
 * Who may import whom, one rule per ring, each with its reason. Every TypeScript file is parsed (types
 * included), so the table is a fact about the tree and not a habit.
 */
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Import, importsOf, root, sourceFiles as files } from './sourceImports.ts'

interface Ring {
  readonly folder: string
  readonly ours: readonly string[]
  /** Packages of others that product code of the ring may import; undefined = any. */
  readonly theirs?: readonly RegExp[]
  readonly node: boolean
  readonly why: string
}

const RINGS: readonly Ring[] = [
  {
    folder: 'protocol',
    ours: [],
    theirs: [/^zod$/, /^@scure\/base$/],
    node: false,
    why: 'it crosses every boundary, so it can stand on nothing',
  },
  {
    folder: 'core/formulas',
    ours: ['protocol'],
    theirs: [],
    node: false,
    why: 'the browser runs the same equations',
  },
  {
    folder: 'core/engine',
    ours: ['protocol', 'core/formulas'],
    theirs: [],
    node: false,
    why: 'a replay must reproduce it',
  },
  {
    folder: 'runtime',
    ours: ['protocol', 'core/formulas', 'core/engine'],
    theirs: [],
    node: true,
    why: 'it orders and remembers; the outside world is behind its ports',
  },
  {
    folder: 'adapters/oracle',
    ours: ['protocol', 'runtime'],
    node: true,
    why: 'an adapter knows its vendor and its port',
  },
  {
    folder: 'adapters/evm',
    ours: ['protocol', 'runtime', 'contracts'],
    node: true,
    why: 'an adapter knows its vendor and its port',
  },
  {
    folder: 'adapters/database',
    ours: ['protocol', 'runtime'],
    node: true,
    why: 'an adapter knows its vendor and its port',
  },
  {
    folder: 'adapters/identity',
    ours: ['protocol', 'runtime'],
    node: true,
    why: 'an adapter knows its vendor and its port',
  },
  {
    folder: 'adapters/payments',
    ours: ['protocol', 'runtime'],
    node: true,
    why: 'an adapter knows its vendor and its port',
  },
  {
    folder: 'adapters/social',
    ours: ['protocol', 'runtime'],
    node: true,
    why: 'an adapter knows its vendor and its port',
  },
  {
    folder: 'adapters/solana',
    ours: ['protocol', 'runtime'],
    node: true,
    why: 'an adapter knows its vendor and its port',
  },
  {
    folder: 'services/exchange',
    ours: [
      'protocol',
      'core/formulas',
      'core/engine',
      'runtime',
      'adapters/oracle',
      'adapters/evm',
      'adapters/database',
      'adapters/identity',
    ],
    node: true,
    why: 'a main composes everything but clients',
  },
  {
    folder: 'services/validator',
    ours: ['protocol', 'core/engine', 'runtime', 'adapters/evm', 'adapters/solana', 'contracts'],
    node: true,
    why: 'it judges the exchange and takes nothing of it but the journal',
  },
  { folder: 'contracts', ours: [], node: true, why: 'the vault is proven by itself' },
  {
    folder: 'clients/sdk/examples',
    ours: ['clients/sdk'],
    theirs: [],
    node: true,
    why: 'the program of a stranger: it knows the client alone',
  },
  { folder: 'clients/sdk', ours: ['protocol', 'core/formulas'], node: false, why: 'a browser runs it' },
  {
    folder: 'clients/web',
    ours: ['protocol', 'core/formulas', 'clients/sdk'],
    node: false,
    why: 'the app is a client like any other',
  },
  {
    folder: 'clients/wallet',
    ours: ['protocol', 'clients/sdk'],
    theirs: [
      /^@noble\//,
      /^@scure\//,
      /^shamir-secret-sharing$/,
      /^@simplewebauthn\/browser$/,
      /^zod$/,
      /^@fontsource-variable\//,
    ],
    node: false,
    why: 'keys live there: it stands on little, and never on the trading app',
  },
  {
    folder: 'devnet',
    ours: [
      'protocol',
      'runtime',
      'adapters/oracle',
      'adapters/evm',
      'adapters/solana',
      'contracts',
      'clients/sdk',
    ],
    node: true,
    why: 'it imitates the world outside, never the exchange',
  },
]

const PACKAGES: Readonly<Record<string, string>> = {
  '@vest/protocol': 'protocol',
  '@vest/formulas': 'core/formulas',
  '@vest/engine': 'core/engine',
  '@vest/runtime': 'runtime',
  '@vest/oracle': 'adapters/oracle',
  '@vest/evm': 'adapters/evm',
  '@vest/database': 'adapters/database',
  '@vest/identity': 'adapters/identity',
  '@vest/payments': 'adapters/payments',
  '@vest/social': 'adapters/social',
  '@vest/solana': 'adapters/solana',
  '@vest/exchange': 'services/exchange',
  '@vest/validator': 'services/validator',
  '@vest/contracts': 'contracts',
  '@vest/sdk': 'clients/sdk',
  '@vest/web': 'clients/web',
  '@vest/wallet': 'clients/wallet',
  '@vest/devnet': 'devnet',
  '@vest/tests': 'tests',
  '@vest/bench': 'bench',
}
/** The two doors of a ring that a Node process may use where the ring itself is a browser's. */
const NODE_DOORS = ['clients/sdk/src/node.ts']
/** Configuration and build plugins run under Vite, not in the browser. */
const isConfiguration = (file: string): boolean =>
  /(^|\/)(vite|vitest|playwright)\.config\.ts$/.test(file) || file.startsWith('clients/web/logos/')
const isTest = (file: string): boolean =>
  /\.(test|e2e|gallery)\.tsx?$/.test(file) || file.includes('/testing/')

const ringOf = (file: string): Ring | undefined => RINGS.find((ring) => file.startsWith(`${ring.folder}/`))

/** The folder of ours that a specifier leads to, or undefined for packages of others. */
function targetOf(one: Import): string | undefined {
  if (one.specifier.startsWith('.')) {
    const path = posix.normalize(posix.join(posix.dirname(one.file), one.specifier))
    return ringOf(path)?.folder ?? path.split('/')[0]
  }
  const name = /^(@vest\/[a-z]+)/.exec(one.specifier)?.[1]
  return name === undefined ? undefined : (PACKAGES[name] ?? `unknown package ${name}`)
}

const NODE_BUILTIN =
  /^(node:|(fs|path|os|crypto|child_process|worker_threads|http|https|net|url|util|stream|zlib|events|buffer)$)/

describe('who may import whom', () => {
  const all = files.flatMap((file) => importsOf(file))

  it('read the tree', () => {
    expect(files.length).toBeGreaterThan(60)
    expect(all.length).toBeGreaterThan(200)
    for (const ring of RINGS)
      expect(files.filter((file) => file.startsWith(`${ring.folder}/`)).length, ring.folder).toBeGreaterThan(
        0,
      )
  })

  it.each(RINGS.map((ring) => [ring.folder, ring] as const))(
    '%s imports only what its row allows',
    (_, ring) => {
      const wrong: string[] = []
      for (const one of all) {
        if (ringOf(one.file) !== ring || isTest(one.file) || isConfiguration(one.file)) continue
        const target = targetOf(one)
        const where = `${one.file} imports ${one.specifier}`
        if (target !== undefined) {
          const allowed = target === ring.folder || ring.ours.includes(target)
          // Ports speak the engine's types; an adapter may name them, never run them.
          const typeOfPort =
            one.typeOnly &&
            target === 'core/engine' &&
            (ring.folder.startsWith('adapters/') || ring.folder === 'devnet')
          if (!allowed && !typeOfPort) wrong.push(`${where} (${ring.why})`)
        } else if (NODE_BUILTIN.test(one.specifier)) {
          if (!ring.node && !NODE_DOORS.includes(one.file)) wrong.push(`${where} (no Node here: ${ring.why})`)
        } else if (ring.theirs && !ring.theirs.some((pattern) => pattern.test(one.specifier))) {
          wrong.push(`${where} (no package here: ${ring.why})`)
        }
      }
      expect(wrong).toEqual([])
    },
  )

  it('nothing imports tests, bench or tools, and only tests and the start command import devnet', () => {
    const wrong = all.filter((one) => {
      const target = targetOf(one)
      const from = ringOf(one.file)?.folder ?? one.file.split('/')[0]!
      if (isTest(one.file) || from === 'tests' || from === 'bench' || from === 'tools') return false
      return (
        target === 'tests' ||
        target === 'bench' ||
        target === 'tools' ||
        (target === 'devnet' && from !== 'devnet')
      )
    })
    expect(wrong).toEqual([])
  })

  it('services never import each other, nor the app', () => {
    const wrong = all.filter(
      (one) =>
        one.file.startsWith('services/') && !isTest(one.file) && /clients\/|devnet/.test(targetOf(one) ?? ''),
    )
    expect(wrong).toEqual([])
  })

  it('in the app, features never import features and only `live` writes raw state', () => {
    const layers = ['app', 'pages', 'features', 'entities', 'live', 'ui', 'shared']
    const place = (file: string): { layer: string; slice: string | undefined } | undefined => {
      const match = /^clients\/web\/src\/([a-z-]+)\/(?:([a-zA-Z-]+)(?:\/|\.tsx?$))?/.exec(file)
      return match && layers.includes(match[1]!) ? { layer: match[1]!, slice: match[2] } : undefined
    }
    const wrong: string[] = []
    let seen = 0
    for (const one of all) {
      const from = place(one.file)
      if (!from || isTest(one.file) || !one.specifier.startsWith('.')) continue
      const to = place(posix.normalize(posix.join(posix.dirname(one.file), one.specifier)))
      if (!to) continue
      seen += 1
      if (from.layer === 'features' && to.layer === 'features' && from.slice !== to.slice)
        wrong.push(`${one.file} imports ${one.specifier}`)
      const below = { app: 0, pages: 1, features: 2, entities: 3, live: 4, ui: 4, shared: 5 } as Record<
        string,
        number
      >
      if (below[to.layer]! < below[from.layer]!)
        wrong.push(`${one.file} (${from.layer}) imports ${one.specifier} (${to.layer})`)
    }
    expect(seen).toBeGreaterThan(20)
    expect(wrong).toEqual([])
  })
})

describe('what is for tests and the gallery', () => {
  /** The one door, which only a build with the gallery keeps. */
  const DOOR = 'clients/web/src/main.tsx imports ./testing/gallery/showGallery.tsx'

  it('is imported by nothing of the app but the door of the gallery', () => {
    const found = files
      .filter((file) => file.startsWith('clients/web/src/') && !isTest(file))
      .flatMap((file) => importsOf(file))
      .filter(({ specifier }) => /(^|\/)testing\/|\.gallery\.tsx$/.test(specifier))
    expect(found.map(({ file, specifier }) => `${file} imports ${specifier}`)).toEqual([DOOR])
  })
})

describe('the core is deterministic', () => {
  const BANNED: readonly (readonly [RegExp, string])[] = [
    [/\bDate\b(?!\w)/, 'the sequencer gives the time'],
    [/Math\.random/, 'randomness enters as a command'],
    [/\bperformance\./, 'the sequencer gives the time'],
    [/\bset(Timeout|Interval|Immediate)\b/, 'timers are commands'],
    [/\basync\b|\bawait\b|\bPromise\b/, 'nothing inside a transition waits'],
    [/\bprocess\./, 'no environment inside'],
    [/Number\.parseFloat|\bparseFloat\(/, 'text becomes integers in protocol/units'],
  ]
  const core = files.filter((file) => file.startsWith('core/') && !isTest(file))
  it('has no clock, no randomness, no waiting', () => {
    expect(core.length).toBeGreaterThan(10)
    const wrong: string[] = []
    for (const file of core) {
      const code = readFileSync(join(root, file), 'utf8')
        .replace(/\/\*[\s\S]*?\*\//g, '')
        .replace(/^\s*\/\/.*$|\s\/\/.*$/gm, '')
      for (const [pattern, why] of BANNED) if (pattern.test(code)) wrong.push(`${file}: ${pattern} (${why})`)
    }
    expect(wrong).toEqual([])
  })
})
