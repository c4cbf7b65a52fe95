/**
 * Compiles the Solidity sources with solc-js: same compiler, same settings, same bytes on every machine.
 * The results are checked in under `artifacts`, because the compiler is slow to load and should not be needed to
 * start; a test compiles again and compares.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Abi, Hex } from 'viem'
import solc from 'solc'

const here = dirname(fileURLToPath(import.meta.url))

export interface CompiledContract {
  readonly abi: Abi
  readonly bytecode: Hex
}

interface CompilerOutput {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[]
  readonly contracts: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly abi: Abi
            readonly evm: { readonly bytecode: { readonly object: string } }
          }
        >
      >
    >
  >
}

/**
 * Bytecode depends on these. `cancun` is the newest instruction set that every chain of ours runs; no
 * metadata hash, so that a comment does not change the bytes.
 */
const SETTINGS = {
  optimizer: { enabled: true, runs: 10_000 },
  evmVersion: 'cancun',
  metadata: { bytecodeHash: 'none', appendCBOR: false },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
} as const

/** Compiles `file` (relative to this folder) and returns the contract `name` in it. A warning is a failure. */
export function compileContract(file: string, name: string): CompiledContract {
  const input = {
    language: 'Solidity',
    sources: { [file]: { content: readFileSync(join(here, file), 'utf8') } },
    settings: SETTINGS,
  }
  const output = JSON.parse(solc.compile(JSON.stringify(input), { import: readImport })) as CompilerOutput
  if (output.errors?.length) throw new Error(output.errors.map((error) => error.formattedMessage).join('\n'))
  const contract = output.contracts[file]?.[name]
  if (!contract) throw new Error(`${file} defines no contract ${name}`)
  return { abi: contract.abi, bytecode: `0x${contract.evm.bytecode.object}` }
}

const require = createRequire(import.meta.url)
function readImport(path: string): { contents: string } | { error: string } {
  try {
    const file = path.startsWith('@') ? require.resolve(path) : join(here, path)
    return { contents: readFileSync(file, 'utf8') }
  } catch (error) {
    return { error: `${path}: ${(error as Error).message}` }
  }
}

/** What is compiled and checked in: source, contract, name of the exports and of the file. */
export const ARTIFACTS = [
  { source: 'VestVault.sol', contract: 'VestVault', exportName: 'vestVault' },
  { source: 'DepositForwarder.sol', contract: 'DepositForwarder', exportName: 'depositForwarder' },
  { source: 'VestMessenger.sol', contract: 'VestMessenger', exportName: 'vestMessenger' },
  { source: 'BridgedUsdc.sol', contract: 'BridgedUsdc', exportName: 'bridgedUsdc' },
] as const
export type Artifact = (typeof ARTIFACTS)[number]

/** The text of the checked-in artifact of a compiled contract. */
export const artifactText = ({ source, exportName }: Artifact, contract: CompiledContract): string =>
  [
    `/** Made by the compiler from \`src/${source}\`; see \`src/compile.ts\`. Not edited by hand. */`,
    `export const ${exportName}Abi = ${JSON.stringify(contract.abi, undefined, 1)} as const`,
    '',
    `export const ${exportName}Bytecode =`,
    `  '${contract.bytecode}' as const`,
    '',
  ].join('\n')

export const artifactFile = ({ exportName }: Artifact): string =>
  join(here, '..', 'artifacts', `${exportName}.ts`)
