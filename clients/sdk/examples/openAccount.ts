/** A new account with play money: keys, a registration, the faucet, and a deposit that needs no gas. */
import {
  createDevnetClient,
  createLocalPrimary,
  createLocalSigner,
  createPrivateKey,
  createVestClient,
  type FetchLike,
  type VestClient,
} from '@vest/sdk/node'
import { waitFor } from './waitFor.ts'

export interface OpenAccountOptions {
  /** Such as http://localhost:8080. */
  readonly baseUrl: string
  /** USDC to deposit, of the 10,000 that the faucet gives. */
  readonly usdc?: number
  /** Absent: the platform's own. */
  readonly fetch?: FetchLike
}

export async function openAccount({
  baseUrl,
  usdc = 10_000,
  fetch,
}: OpenAccountOptions): Promise<VestClient> {
  const primary = createLocalPrimary(createPrivateKey())
  const signer = createLocalSigner(createPrivateKey())
  const vest = createVestClient({ baseUrl, requestTimeoutMs: 60_000, fetch })
  vest.authorize(await vest.registerSession({ primary, signer }))

  await createDevnetClient({ baseUrl }).faucet(primary.address)
  const { id } = await vest.depositGasless({ primary, size: usdc * 1_000_000 })
  await waitFor('the deposit', async () => {
    const [transfer] = await vest.transfers({ id })
    if (transfer?.status === 'REJECTED') throw new Error(`the deposit was refused with ${transfer.code}`)
    return transfer?.status === 'FILLED'
  })
  return vest
}
