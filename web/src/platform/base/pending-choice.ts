type Choice = { pathname: string; params: URLSearchParams }

/** What the address is about to say: the router changes it only once the page's guard has let the change through. */
let pending: Choice | undefined

export const pendingParams = (pathname: string) => (pending?.pathname === pathname ? pending.params : undefined)

export const setPendingChoice = (choice: Choice) => {
  pending = choice
}

/** The address has caught up; or the guard has kept the page as it is, and the choice must not be made later either. */
export const forgetPendingChoice = () => {
  pending = undefined
}
