type Opened = { study: string; series: string; ticket: string }

/** Where a study is shown: our own page, or another viewer, whose address may carry its ticket because it has no other way to get it. */
export const viewerAddress = (template: string | undefined, { study, series, ticket }: Opened) => {
  const values: Record<string, string> = { study, series, token: ticket }
  const address = template ?? '/viewer?study={study}&seriesId={series}'
  return address.replace(/\{(study|series|token)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
}
