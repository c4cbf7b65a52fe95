/** What `npm run journal` was asked to do, checked; each mistake is one sentence. */
import { isAbsolute, resolve } from 'node:path'

export const JOURNAL_COMMANDS = ['verify', 'dump', 'replay', 'hash', 'growth'] as const
export type JournalCommand = (typeof JOURNAL_COMMANDS)[number]

export interface JournalOptions {
  readonly command: JournalCommand
  readonly dataDir: string
  readonly from: number
  readonly to: number
  readonly kind: string | undefined
}

/** A mistake of the caller: shown as its one sentence, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

const FLAGS_OF: Readonly<Record<JournalCommand, readonly string[]>> = {
  verify: ['--data'],
  dump: ['--data', '--from', '--to', '--kind'],
  replay: ['--data', '--to'],
  hash: ['--data', '--to'],
  growth: ['--data'],
}

export function readJournalOptions(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  cwd: string,
  kinds: readonly string[],
): JournalOptions {
  const command = JOURNAL_COMMANDS.find((name) => name === argv[0])
  if (command === undefined)
    throw new UsageError(
      `${argv[0] === undefined ? 'Say what to do' : `Unknown command ${argv[0]}`}: ${JOURNAL_COMMANDS.join(', ')}. Try npm run journal -- --help.`,
    )
  const given = new Map<string, string>()
  for (let at = 1; at < argv.length; at += 2) {
    const [flag, value] = [argv[at]!, argv[at + 1]]
    if (!FLAGS_OF[command].includes(flag))
      throw new UsageError(`${command} has no option ${flag}; it has ${FLAGS_OF[command].join(', ')}.`)
    if (value === undefined) throw new UsageError(`${flag} needs a value.`)
    given.set(flag, value)
  }
  const from = sequence(given, '--from') ?? 1
  const to = sequence(given, '--to') ?? Infinity
  if (from > to) throw new UsageError(`--from ${from} lies behind --to ${to}.`)
  const kind = given.get('--kind')
  if (kind !== undefined && !kinds.includes(kind))
    throw new UsageError(`No command has the kind ${kind}; there are ${kinds.join(', ')}.`)
  const data = given.get('--data') ?? env.VEST_DATA ?? 'data'
  return { command, dataDir: isAbsolute(data) ? data : resolve(cwd, data), from, to, kind }
}

function sequence(given: ReadonlyMap<string, string>, flag: string): number | undefined {
  const text = given.get(flag)
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new UsageError(`${flag} needs a sequence number from 1 on, not "${text}".`)
  return Number(text)
}
