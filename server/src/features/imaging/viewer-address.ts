type Opened = { study: string; series: string; ticket: string }

/** Whether a viewer is where the portal's cookies do not go, and requests the ticket that it then needs. */
export const needsTicket = (template: string, publicUrl: string) =>
  template.includes('{token}') &&
  !(URL.canParse(template, publicUrl) && new URL(template, publicUrl).origin === new URL(publicUrl).origin)

/** Where a study is shown: our own page, or an external viewer. */
export const viewerAddress = (template: string, { study, series, ticket }: Opened) => {
  const values: Record<string, string> = { study, series, token: ticket }
  return template.replace(/\{(study|series|token)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
}
