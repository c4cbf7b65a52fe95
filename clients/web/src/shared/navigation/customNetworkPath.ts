/** The page on which a wallet's network is left alone, and the sidebar is not open of itself ([2.10]). */
export const CUSTOM_NETWORK_PATH = '/custom-network-withdraw'

export const isCustomNetworkPath = (path: string): boolean =>
  path === CUSTOM_NETWORK_PATH || path.startsWith(`${CUSTOM_NETWORK_PATH}/`)
