/** The push services of Chrome and Edge, Firefox, Safari, and Edge on Windows. */
const services = ['fcm.googleapis.com', 'updates.push.services.mozilla.com', '*.push.apple.com', '*.notify.windows.com']

const isOf = (host: string) => (service: string) =>
  service.startsWith('*.') ? host.endsWith(service.slice(1)) : host === service

/**
 * Browsers supply the address that the portal calls: only known services are called, and nothing in the inner network. `others` come from
 * the settings.
 */
export const isPushEndpoint = (endpoint: string, others: readonly string[]) => {
  if (!URL.canParse(endpoint)) return false
  const { protocol, host, username, password } = new URL(endpoint)
  return protocol === 'https:' && !username && !password && [...services, ...others].some(isOf(host))
}
