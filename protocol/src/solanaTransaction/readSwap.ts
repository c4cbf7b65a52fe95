/**
 * The two families of swaps: base input and base output of Raydium's constant-product pools, shared-accounts route and
 * exact-out route of Jupiter. Jupiter's route stands before its amounts and each step has a form of its own, so the route
 * is read step by step; a step of a kind that is not listed here leaves the amounts unknown.
 */
import type { InstructionBytes, SwapInstruction } from './instructions.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './programs.ts'

const NAME_BYTES = 8
/** First eight bytes of sha256 of `global:` and the instruction's name. */
const RAYDIUM_BASE_INPUT = '143,190,90,218,196,30,51,222'
const RAYDIUM_BASE_OUTPUT = '55,217,98,86,163,74,180,173'
const JUPITER_ROUTE = '193,32,155,51,65,214,156,129'
const JUPITER_EXACT_OUT = '176,209,105,168,154,125,69,62'

const RAYDIUM_ACCOUNTS = 13
const TOKEN_PROGRAMS: ReadonlySet<string | undefined> = new Set([TOKEN_PROGRAM, TOKEN_2022_PROGRAM])

export function readRaydium({ accounts, data }: InstructionBytes): SwapInstruction | undefined {
  const name = nameOf(data)
  if (accounts.length !== RAYDIUM_ACCOUNTS || data.length !== NAME_BYTES + 16) return undefined
  if (name !== RAYDIUM_BASE_INPUT && name !== RAYDIUM_BASE_OUTPUT) return undefined
  if (!TOKEN_PROGRAMS.has(accounts[8]) || !TOKEN_PROGRAMS.has(accounts[9])) return undefined
  return {
    kind: 'swap',
    through: 'raydium',
    owner: accounts[0]!,
    source: accounts[4]!,
    destination: accounts[5]!,
    paysMint: accounts[10]!,
    getsMint: accounts[11]!,
    pays: u64(data, NAME_BYTES),
    gets: u64(data, NAME_BYTES + 8),
    isExact: name === RAYDIUM_BASE_INPUT ? 'pays' : 'gets',
    pools: 1,
  }
}

/** Bytes behind the number of each kind of step that is read; the kinds are Jupiter's, by their numbers. */
const STEP_BYTES: readonly number[] = [
  ...[0, 0, 0, 0, 0, 0, 0, 0], // Saber, its two decimals, Token Swap, Sencha, Step, Cropper, Raydium
  ...[1, 0, 0, 0, 1, 0, 0, 1, 1, 1], // Crema, Lifinity, Mercurial, Cykura, Serum, Marinade in, out, Aldrin, Aldrin 2, Whirlpool
  ...[1, 0, 0, 1, 0, 1, 1, 0, 0, 1, 1], // Invariant, Meteora, GooseFX, DeltaFi, Balansol, MarcoPolo, Dradex, Lifinity 2, Raydium CLMM, Openbook, Phoenix
]
const STEPS_MAX = 16
const BASIS_POINTS = 10_000n
const JUPITER_ACCOUNTS_MIN = 13

export function readJupiter({ accounts, data }: InstructionBytes): SwapInstruction | undefined {
  const name = nameOf(data)
  if (accounts.length < JUPITER_ACCOUNTS_MIN) return undefined
  if (name !== JUPITER_ROUTE && name !== JUPITER_EXACT_OUT) return undefined
  const route = routeOf(data)
  if (route === undefined || !TOKEN_PROGRAMS.has(accounts[0])) return undefined
  const given = u64(data, route.end)
  const quoted = u64(data, route.end + 8)
  const slippage = BigInt(data[route.end + 16]! | (data[route.end + 17]! << 8))
  if (slippage > BASIS_POINTS) return undefined
  const isExactOut = name === JUPITER_EXACT_OUT
  return {
    kind: 'swap',
    through: 'jupiter',
    owner: accounts[2]!,
    source: accounts[3]!,
    destination: accounts[6]!,
    paysMint: accounts[7]!,
    getsMint: accounts[8]!,
    // Both against the person: at most up, at least down.
    pays: isExactOut ? (quoted * (BASIS_POINTS + slippage) + BASIS_POINTS - 1n) / BASIS_POINTS : given,
    gets: isExactOut ? given : (quoted * (BASIS_POINTS - slippage)) / BASIS_POINTS,
    isExact: isExactOut ? 'gets' : 'pays',
    pools: route.steps,
  }
}

/** Behind the route: an amount, a quote, slippage (2 bytes) and the platform's fee (1). */
const BEHIND_ROUTE = 19

function routeOf(data: Uint8Array): { readonly steps: number; readonly end: number } | undefined {
  // The name, one byte that says which shared accounts, the number of steps.
  let at = NAME_BYTES + 1 + 4
  if (data.length < at) return undefined
  const steps = new DataView(data.buffer, data.byteOffset).getUint32(NAME_BYTES + 1, true)
  if (steps === 0 || steps > STEPS_MAX) return undefined
  for (let step = 0; step < steps; step += 1) {
    const more = STEP_BYTES[data[at] ?? -1]
    if (more === undefined) return undefined
    // The kind, what belongs to it, percent, input and output.
    at += 1 + more + 3
  }
  return data.length === at + BEHIND_ROUTE ? { steps, end: at } : undefined
}

const nameOf = (data: Uint8Array): string => data.subarray(0, NAME_BYTES).join(',')
const u64 = (data: Uint8Array, at: number): bigint =>
  new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(at, true)
