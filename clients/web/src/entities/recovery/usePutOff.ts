/** Whether the owner of the embedded wallet in use has put off saving a way back in, and putting it off. */
import { useSession } from '../session/index.ts'
import { putOff, usePutOffAccount } from './putOff.ts'

export function usePutOff(): { readonly isPutOff: boolean; readonly putOff: () => void } {
  // One wallet stands behind an account and its further accounts.
  const account = useSession(({ primary, address }) => primary ?? address)
  const putOffBy = usePutOffAccount()
  return {
    isPutOff: account !== undefined && putOffBy === account,
    putOff: () => account !== undefined && putOff(account),
  }
}
