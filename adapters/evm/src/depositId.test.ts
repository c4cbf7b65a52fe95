import { encodeAbiParameters, keccak256 } from 'viem'
import { expect, it } from 'vitest'
import { authorizedDepositId, depositId } from './depositId.ts'

it('ids of deposits are the hash of where the money moved', () => {
  const txHash = `0x${'ab'.repeat(32)}` as const
  expect(depositId(42161, txHash, 3)).toBe(
    keccak256(
      encodeAbiParameters(
        [{ type: 'uint256' }, { type: 'bytes32' }, { type: 'uint256' }],
        [42161n, txHash, 3n],
      ),
    ),
  )
  const [token, account] = [`0x${'01'.repeat(20)}`, `0x${'02'.repeat(20)}`] as const
  expect(authorizedDepositId(56, token, account, txHash)).toBe(
    keccak256(
      encodeAbiParameters(
        [{ type: 'uint256' }, { type: 'address' }, { type: 'address' }, { type: 'bytes32' }],
        [56n, token, account, txHash],
      ),
    ),
  )
})
