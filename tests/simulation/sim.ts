/** `npm run sim -- --seed N --ops M`: one simulated life. Last line: `ops: M violations: V hash: H`. */
import { addCounts, simulateCrashes } from './crashes/simulateCrashes.ts'
import { TO_REACH, unreached } from './reach.ts'
import { simulate } from './simulate.ts'

/** From so many commands on, chance is no excuse. */
const REACHES_ALL_OPS = 200_000

const HELP = `Usage: npm run sim -- --seed N --ops M [--counts]
       npm run sim -- --crashes --seed N [--seeds K] [--counts]

Runs M random commands from seed N through the engine; after each, the ledger identity, net sizes, book and
account invariants and an independent auditor must hold; at the end replay from genesis and from a snapshot
must give the same state hash. A run of 200,000 commands or more must also meet every kind of command and
every code that the engine can give. Exit code 1 if anything was violated or not met.

  --counts  print how often each command, code and status was met, or each fault with --crashes
  --crashes the real engine over disks that forget: lives that end in kills and power cuts, each judged by what
            the ones before had acknowledged; seeds N to N + K - 1

Last line: ops: M violations: V hash: H, or crashes: C commands: M violations: V hash: H
`

function option(argv: readonly string[], name: string, fallback: number): number {
  const at = argv.indexOf(name)
  if (at < 0) return fallback
  const value = Number(argv[at + 1])
  if (!Number.isSafeInteger(value) || value < 0)
    throw new Error(`${name} needs a whole number, not "${argv[at + 1] ?? ''}"`)
  return value
}

export async function main(argv: readonly string[]): Promise<number> {
  const print = (text: string): void => void process.stdout.write(`${text}\n`)
  if (argv.includes('--help')) {
    print(HELP)
    return 0
  }
  try {
    const seed = option(argv, '--seed', 1)
    if (argv.includes('--crashes')) return await crash(argv, seed, print)
    const ops = option(argv, '--ops', 200_000)
    const startedMs = Date.now()
    print(`seed ${seed}, ${ops} ops`)
    const result = simulate({
      seed,
      ops,
      onProgress: (done) => print(`  ${done} ops, ${((Date.now() - startedMs) / 1000).toFixed(1)} s`),
    })
    if (argv.includes('--counts'))
      for (const name of [...new Set([...TO_REACH, ...Object.keys(result.counts)])].sort())
        print(`  ${name}: ${result.counts[name] ?? 0}`)
    const missed = ops < REACHES_ALL_OPS ? [] : unreached(result.counts)
    for (const name of missed) print(`NOT MET ${name}`)
    for (const violation of result.violations) print(`VIOLATION ${violation}`)
    if (result.violations.length > 0) print(`repeat with: npm run sim -- --seed ${seed} --ops ${ops}`)
    print(`ops: ${result.ops} violations: ${result.violations.length} hash: ${result.hash}`)
    return result.violations.length + missed.length === 0 ? 0 : 1
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    return 1
  }
}

async function crash(argv: readonly string[], seed: number, print: (text: string) => void): Promise<number> {
  const seeds = option(argv, '--seeds', 1)
  const counts: Record<string, number> = {}
  let [crashes, commands, violations] = [0, 0, 0]
  let hash = ''
  for (let one = seed; one < seed + seeds; one += 1) {
    const result = await simulateCrashes({ seed: one })
    addCounts(counts, result.counts)
    crashes += result.crashes
    commands += result.commands
    violations += result.violations.length
    hash = result.hash
    for (const violation of result.violations) print(`VIOLATION ${violation}`)
    if (result.violations.length > 0) print(`repeat with: npm run sim -- --crashes --seed ${one}`)
  }
  if (argv.includes('--counts'))
    for (const name of Object.keys(counts).sort()) print(`  ${name}: ${counts[name]}`)
  print(`crashes: ${crashes} commands: ${commands} violations: ${violations} hash: ${hash}`)
  return violations === 0 ? 0 : 1
}
