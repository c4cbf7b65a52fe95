/** The calls of the capital programme, which its own part answers. */
import {
  capitalActivateRequest,
  capitalCheckoutRequest,
  capitalPracticeRequest,
  capitalRegisterRequest,
  type Address,
  REFUSAL,
} from '@vest/protocol'
import { isAddress } from '../../isAddress.ts'
import { isRefusal, malformed, refuse, type Refusal } from '../../refusal.ts'
import { askOutside } from '../outsideRoute.ts'
import { listOf, textOf, type Query } from '../query.ts'
import { readBody } from '../readBody.ts'
import { keyRoute, publicRoute } from '../route.ts'

/** Addresses of one question. */
const ADDRESSES_MAX = 50

export const getCapitalPlans = publicRoute('capitalPlans', (edge) =>
  askOutside(edge, 'capital', (capital) => capital.plans()),
)

export const getCapitalStatus = keyRoute('capitalStatus', (edge, { query }, { account }) => {
  const addresses = addressesOf(query, account)
  if (isRefusal(addresses)) return addresses
  const wants = textOf(query, 'get_network_type') ?? 'false'
  if (isRefusal(wants)) return wants
  if (wants !== 'true' && wants !== 'false') return malformed('Malformed: get_network_type')
  return askOutside(edge, 'capital', (capital) =>
    capital.status(account, { addresses, withNetworkType: wants === 'true' }),
  )
})

function addressesOf(query: Query, account: Address): readonly string[] | 'all' | Refusal {
  const wantsAll = textOf(query, 'all') ?? 'false'
  if (isRefusal(wantsAll)) return wantsAll
  if (wantsAll !== 'true' && wantsAll !== 'false') return malformed('Malformed: all')
  const addresses = listOf(query, 'address')
  if (isRefusal(addresses)) return addresses
  if (wantsAll === 'true') return addresses === undefined ? 'all' : malformed('Either address or all')
  return (addresses?.length ?? 0) > ADDRESSES_MAX
    ? refuse(REFUSAL.INVALID_PARAMETER, `More than ${ADDRESSES_MAX} values: address`)
    : (addresses ?? [account])
}

export const getCapitalVerdict = keyRoute('capitalVerdict', (edge, { query }, { account }) => {
  const wallet = walletOf(query)
  return isRefusal(wallet)
    ? wallet
    : askOutside(edge, 'capital', (capital) => capital.verdict(account, wallet))
})

export const getCapitalPayment = keyRoute('capitalPayment', (edge, { query }, { account }) => {
  const wallet = walletOf(query)
  return isRefusal(wallet)
    ? wallet
    : askOutside(edge, 'capital', (capital) => capital.payment(account, wallet))
})

/** The wallet that is named; undefined: that of the key. */
function walletOf(query: Query): Address | undefined | Refusal {
  const text = textOf(query, 'address')
  if (isRefusal(text)) return text
  const wallet = text?.toLowerCase() as Address | undefined
  return wallet === undefined || isAddress(wallet) ? wallet : malformed('Malformed: address')
}

export const postCapitalCheckoutSession = keyRoute('capitalCheckout', (edge, request, { account }) => {
  const body = readBody(capitalCheckoutRequest, request.body)
  return isRefusal(body) ? body : askOutside(edge, 'capital', (capital) => capital.checkout(account, body))
})

export const postCapitalPractice = keyRoute('capitalPractice', (edge, request, { account }) => {
  const body = readBody(capitalPracticeRequest, request.body)
  return isRefusal(body) ? body : askOutside(edge, 'capital', (capital) => capital.practice(account, body))
})

export const postRegisterCapital = publicRoute('capitalRegister', (edge, request) => {
  const body = readBody(capitalRegisterRequest, request.body)
  return isRefusal(body) ? body : askOutside(edge, 'capital', (capital) => capital.register(body))
})

export const postCapitalActivateFunded = keyRoute('capitalActivate', (edge, request, { account }) => {
  const body = readBody(capitalActivateRequest, request.body)
  return isRefusal(body)
    ? body
    : askOutside(edge, 'capital', (capital) => capital.activateFunded(account, body))
})
