/** Who has put off saving a way back in is not asked again before the next visit. */
import { create } from 'zustand'

export const usePutOff = create<{ readonly isPutOff: boolean }>()(() => ({ isPutOff: false }))
export const putOff = (): void => usePutOff.setState({ isPutOff: true })
