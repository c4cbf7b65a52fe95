/**
 * What `npm start` was asked to do: arguments and environment, checked, each mistake one sentence. Devnet
 * holds keys and prints money, so it listens on the loopback unless told twice.
 */
import { isAbsolute, resolve } from 'node:path'
import { isNetwork } from '@vest/exchange'

export interface StartOptions {
  readonly port: number
  readonly host: string
  /** Names under which it answers, beside those of the loopback. */
  readonly hostNames: readonly string[]
  readonly trustedProxies: readonly string[]
  readonly dataDir: string
  readonly reset: boolean
  readonly yes: boolean
  readonly alwaysOpen: boolean
  readonly flow: boolean
  /** Health, version and metrics; 0 = any free port. */
  readonly operatorPort: number
  /** Claims and payouts of Vest Capital are looked at for signals of abuse first. */
  readonly capitalReview: boolean
  readonly isShortWayOn: boolean
  /** Of the wallet's own origin; 0 = any free port. */
  readonly walletPort: number
  /** Of a devnet that begins: how many validators; more than half of them must sign. */
  readonly validators: number
  /** Of what no withdrawal waits for in a vault, in whole USDC: below `low` it is filled up to `target` from another chain. */
  readonly rebalance?: { readonly low: number; readonly target: number }
  /** Of a devnet that begins: what the vault of each chain but the default one holds, in whole USDC; absent = two millions. */
  readonly vaultFloat?: number
  /** Until what loosens an address book holds, in milliseconds; absent = as the exchange has it. */
  readonly addressCoolDownMs?: number
  /** Between two statements of reserves, in milliseconds; absent = ten minutes. */
  readonly statementEveryMs?: number
  /** Where pages may send what their users agreed to have counted; absent = nothing is counted. */
  readonly analyticsPath?: string
}

/** A mistake of the person who started us: shown as its one sentence, without a stack, exit code 1. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

const FLAGS = ['--reset', '--yes', '--always-open', '--calendar', '--no-flow']
const HOST_NAME = /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/

export function readOptions(argv: readonly string[], env: NodeJS.ProcessEnv, cwd: string): StartOptions {
  const unknown = argv.find((argument) => !FLAGS.includes(argument))
  if (unknown !== undefined) throw new StartError(`Unknown option ${unknown}. Try npm start -- --help.`)
  const port = portOf('PORT', env.PORT ?? '8080', 1)
  const host = env.HOST ?? 'localhost'
  if (!LOOPBACK.test(host) && env.VEST_ALLOW_NETWORK !== 'yes')
    throw new StartError(
      `HOST=${host} would open a development exchange with a faucet to the network; if that is meant, set VEST_ALLOW_NETWORK=yes as well.`,
    )
  const data = env.VEST_DATA ?? 'data'
  return {
    port,
    host,
    hostNames: listOf('VEST_HOSTS', env.VEST_HOSTS, (name) => HOST_NAME.test(name)),
    trustedProxies: listOf('VEST_TRUSTED_PROXIES', env.VEST_TRUSTED_PROXIES, isNetwork),
    dataDir: isAbsolute(data) ? data : resolve(cwd, data),
    reset: argv.includes('--reset'),
    yes: argv.includes('--yes'),
    alwaysOpen: !argv.includes('--calendar'),
    flow: !argv.includes('--no-flow'),
    capitalReview: isOn('VEST_CAPITAL_REVIEW', env.VEST_CAPITAL_REVIEW ?? 'on'),
    isShortWayOn: isOn('VEST_SHORT_WAY', env.VEST_SHORT_WAY ?? 'on'),
    operatorPort: portOf('VEST_OPERATOR_PORT', env.VEST_OPERATOR_PORT ?? '0', 0),
    walletPort: portOf('VEST_WALLET_PORT', env.VEST_WALLET_PORT ?? String(port + 1), 0),
    validators: countOf('VEST_VALIDATORS', env.VEST_VALIDATORS ?? '1', 7),
    ...rebalanceOf(env.VEST_REBALANCE),
    ...vaultFloatOf(env.VEST_VAULT_FLOAT),
    ...millisecondsOf('addressCoolDownMs', 'VEST_ADDRESS_COOL_DOWN_S', env.VEST_ADDRESS_COOL_DOWN_S),
    ...millisecondsOf('statementEveryMs', 'VEST_STATEMENT_S', env.VEST_STATEMENT_S),
    ...analyticsOf(env.VEST_ANALYTICS_PATH),
  }
}

/** Absent as well where nothing is to move. */
function rebalanceOf(text = '500000,1000000'): Pick<StartOptions, 'rebalance'> {
  if (text === 'off') return {}
  const [, low, target] = /^(\d{1,9}),(\d{1,9})$/.exec(text) ?? []
  if (low === undefined || target === undefined || Number(low) >= Number(target))
    throw new StartError(
      `VEST_REBALANCE must be two sums in USDC, the lower one first, such as 500000,1000000, or off, not "${text}".`,
    )
  return { rebalance: { low: Number(low), target: Number(target) } }
}

function vaultFloatOf(text = ''): Pick<StartOptions, 'vaultFloat'> {
  if (text === '') return {}
  if (/^\d{1,9}$/.test(text)) return { vaultFloat: Number(text) }
  throw new StartError(`VEST_VAULT_FLOAT must be a sum in whole USDC, not "${text}".`)
}

/** A path of our own origin, so that no page reaches another for it. */
function analyticsOf(path = ''): Pick<StartOptions, 'analyticsPath'> {
  if (path === '') return {}
  if (/^(\/[A-Za-z0-9_-]+)+$/.test(path)) return { analyticsPath: path }
  throw new StartError(`VEST_ANALYTICS_PATH must be a path such as /count, not "${path}".`)
}

/** At most 30 days, told in seconds. */
function millisecondsOf<Name extends 'addressCoolDownMs' | 'statementEveryMs'>(
  option: Name,
  name: string,
  text = '',
): Partial<Record<Name, number>> {
  if (text === '') return {}
  if (/^\d{1,7}$/.test(text) && Number(text) <= 2_592_000)
    return { [option]: Number(text) * 1_000 } as Record<Name, number>
  throw new StartError(`${name} must be a number of seconds up to 2592000, not "${text}".`)
}

function isOn(name: string, text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on'
  throw new StartError(`${name} must be on or off, not "${text}".`)
}

/** Separated by commas. */
function listOf(name: string, text = '', isRight: (item: string) => boolean): readonly string[] {
  const items = text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
  const wrong = items.find((item) => !isRight(item))
  if (wrong === undefined) return items
  throw new StartError(`${name} holds "${wrong}", which it cannot.`)
}

function countOf(name: string, text: string, most: number): number {
  const count = Number(text)
  if (/^\d$/.test(text) && count >= 1 && count <= most) return count
  throw new StartError(`${name} must be a number from 1 to ${most}, not "${text}".`)
}

function portOf(name: string, text: string, least: number): number {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port >= least && port <= 65_535) return port
  throw new StartError(`${name} must be a number from ${least} to 65535, not "${text}".`)
}
