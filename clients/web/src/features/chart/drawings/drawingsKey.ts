/** Where the drawings of a market lie in local storage: all that has to be known before they are loaded. */
import { localStore } from '../../../shared/storage/index.ts'

export const drawingsKey = (symbol: string): string => `vest.drawings.${symbol}`

export const hasDrawings = (symbol: string): boolean => localStore.getItem(drawingsKey(symbol)) !== null
