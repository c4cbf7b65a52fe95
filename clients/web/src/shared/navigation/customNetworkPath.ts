/** This page leaves the wallet on its network, and its sidebar starts closed ([2.10]). */
export const CUSTOM_NETWORK_PATH = '/custom-network-withdraw'

export const isCustomNetworkPath = (path: string): boolean =>
  path === CUSTOM_NETWORK_PATH || path.startsWith(`${CUSTOM_NETWORK_PATH}/`)
