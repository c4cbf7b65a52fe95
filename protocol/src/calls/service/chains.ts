import { z } from 'zod'
import { address, decimalText } from '../../wire/valueForms.ts'
import { PUBLIC } from '../access.ts'
import type { Call } from '../call.ts'

export const chainInfo = z.object({
  chainId: z.int(),
  name: z.string(),
  networkType: z.int(),
  isDefault: z.boolean(),
  vault: address,
  router: address,
  cctpDomain: z.int().nullable(),
  withdrawFee: decimalText,
  minDeposit: decimalText,
  /** Extra: as a rule, from the release of a withdrawal to the money. */
  withdrawSeconds: z.int(),
  explorerTx: z.string().nullable(),
  /** Extra: an RPC the browser may use; on devnet a path of this origin. */
  rpcUrl: z.string().nullable(),
  tokens: z.array(
    z.object({
      symbol: z.string(),
      address,
      decimals: z.int(),
      authorization: z.object({ name: z.string(), version: z.string() }).nullable(),
    }),
  ),
})
export type ChainInfo = z.infer<typeof chainInfo>
export const chainsResponse = z.array(chainInfo)
export type ChainsResponse = z.infer<typeof chainsResponse>

export const chainsCall = {
  group: 'Service',
  method: 'GET',
  path: '/transfer/chains',
  ...PUBLIC,
  summary: 'Chains and tokens for deposits and withdrawals, with the addresses of their contracts.',
  answer: chainsResponse,
  fields: {
    isDefault: 'It is chosen for those who choose none.',
    router: 'Contract that pays withdrawals out.',
    cctpDomain: 'Number of the chain in Circle’s transfer protocol.',
    withdrawFee: 'Fee where the exchange executes the withdrawal.',
    withdrawSeconds: 'How long a withdrawal takes as a rule, from its release to the money.',
    explorerTx:
      'Address of a transaction in an explorer; `{hash}` stands for its hash. On devnet a path of this origin.',
    rpcUrl: 'Node that a browser may use.',
    address: 'Contract of the token.',
    decimals: 'Decimals of the token on the chain.',
    authorization: 'Domain of the token’s signed transfers; null where gasless deposits are impossible.',
    version: 'Version in that domain.',
  },
  example: {
    answer: [
      {
        chainId: 42161,
        name: 'Arbitrum',
        networkType: 0,
        isDefault: true,
        vault: '0x919386306c47b2fe1036e3b4f7c40d22d2461a23',
        router: '0x919386306c47b2fe1036e3b4f7c40d22d2461a23',
        cctpDomain: 3,
        withdrawFee: '0.200000',
        minDeposit: '1.000000',
        withdrawSeconds: 60,
        explorerTx: null,
        rpcUrl: null,
        tokens: [
          {
            symbol: 'USDC',
            address: '0xaf88d065e77c8cc2239327c5edb3a432268e5831',
            decimals: 6,
            authorization: { name: 'USD Coin', version: '2' },
          },
        ],
      },
    ],
  },
} as const satisfies Call
