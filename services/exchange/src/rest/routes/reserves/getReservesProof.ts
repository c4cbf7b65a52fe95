/** GET /reserves/proof: where the account stands in the newest statement. */
import { keyRoute } from '../../route.ts'

export const getReservesProof = keyRoute('reservesProof', (edge, _request, { account }) =>
  edge.reserveDesk.proofOf(account),
)
