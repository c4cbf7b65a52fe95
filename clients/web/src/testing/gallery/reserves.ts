/** A statement of reserves as the exchange signs it, with the leaf of the gallery's owner under its root. */
import { sumLeaf, sumLevels, sumPath } from '@vest/formulas'
import { personalDigest, reservesText, usd6, type ReservesProofResponse } from '@vest/protocol'
import { addressOf, keccak256, signDigest } from '@vest/sdk'
import { NOW_MS, OWNER } from './accounts.ts'

const KEY = `0x${'4'.repeat(64)}` as const
const SALT = `0x${'5'.repeat(64)}` as const
const OWED = usd6(19_842_310_000)
const INDEX = 5

const leaves = Array.from({ length: 64 }, (_, place) =>
  place === INDEX
    ? sumLeaf(keccak256, SALT, OWNER, OWED)
    : sumLeaf(keccak256, SALT, OWNER, usd6(place * 1_000_000)),
)
const levels = sumLevels(keccak256, leaves)
const root = levels.at(-1)![0]!
const text = (amount: number): string => (amount / 1e6).toFixed(6)
const unsigned = {
  seq: 81_204,
  time: NOW_MS,
  root: root.hash,
  leaves: leaves.length,
  liabilities: text(root.sum),
  lacking: '0.000000',
  signer: addressOf(KEY),
  chains: [
    { chainId: 31_337, vault: OWNER, blockNumber: 812, expected: '2021842.310000', found: '2021842.310000' },
    { chainId: 31_338, vault: OWNER, blockNumber: 64, expected: '2000000.000000', found: '2000000.000000' },
  ],
  underWay: [{ fromChainId: 31_337, toChainId: 31_338, size: '250000.000000', since: NOW_MS - 60_000 }],
}

export const RESERVES_PROOF: ReservesProofResponse = {
  statement: {
    ...unsigned,
    signature: signDigest(
      personalDigest(keccak256(new TextEncoder().encode(reservesText(unsigned))), keccak256),
      KEY,
    ),
  },
  proof: {
    account: OWNER,
    owed: text(OWED),
    salt: SALT,
    index: INDEX,
    path: sumPath(levels, INDEX).map(({ hash, sum }) => ({ hash, sum: text(sum) })),
  },
}
