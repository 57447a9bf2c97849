type Address = { address_1: string; address_2: string; city: string; state: string; zip_code: string }

/** In one line. */
export const addressOf = ({ address_1, address_2, city, state, zip_code }: Address) =>
  [address_1, address_2, city, `${state} ${zip_code}`.trim()].filter(Boolean).join(', ')
