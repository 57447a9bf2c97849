// Not in the address, where it would be logged and could be forged; session storage outlives the way to a sign-in provider.
const key = 'fornix-return'

export const rememberReturn = (path: string) => sessionStorage.setItem(key, path)

/** Where the person wanted to go before signing in, once. */
export const takeReturn = () => {
  const path = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return path?.startsWith('/') && !path.startsWith('//') ? path : null
}
