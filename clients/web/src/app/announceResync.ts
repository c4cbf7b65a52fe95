/** Our clock was off and a call was repeated with the exchange's time: the user is told ([8.57]). */
import i18next from 'i18next'
import { showToast } from '../ui/toasts.ts'

export const announceResync = (): void => {
  showToast({ key: 'clock', tone: 'info', title: i18next.t('order.resync') })
}
