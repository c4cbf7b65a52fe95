/** Whether signing in can begin: no session is being reopened, and no wallet of the app is still on its way ([2.22]). */
import { useSession } from '../session/index.ts'
import { useWallet } from './wallet.ts'

export function useIsWalletReady(): boolean {
  const isConnecting = useSession((state) => state.status === 'connecting')
  const isComplete = useWallet((state) => state.isComplete)
  return isComplete && !isConnecting
}
