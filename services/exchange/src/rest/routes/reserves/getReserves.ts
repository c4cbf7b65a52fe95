/** GET /reserves: the newest statement, and the vaults now. */
import { publicRoute } from '../../route.ts'

export const getReserves = publicRoute('reserves', (edge) => edge.reserveDesk.read())
