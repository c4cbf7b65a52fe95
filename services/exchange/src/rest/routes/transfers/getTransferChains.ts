/** GET /transfer/chains: where money can come from and go to; the default chain first. */
import type { ChainsResponse } from '@vest/protocol'
import { publicRoute } from '../../route.ts'

export const getTransferChains = publicRoute('chains', (edge): ChainsResponse => [...edge.chains.infos()])
