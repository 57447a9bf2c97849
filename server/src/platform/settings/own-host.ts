import type { Config } from './config.ts'

/** The portal's own address belongs to the default project, which needs no host name for it: another's would come before it. */
export const isPortalHost = (
  { host, slug }: { host: string | null; slug: string },
  { publicUrl, defaultProject }: Pick<Config, 'publicUrl' | 'defaultProject'>,
) => slug !== defaultProject && host === new URL(publicUrl).hostname
