/** The body of a plain text mail; `link` is an address of this site. Values are shown as they are, never as markup. */
export const layout = (projectName: string, paragraphs: string[], link?: { label: string; url: string }) =>
  [...paragraphs, ...(link ? [`${link.label}:\n${link.url}`] : []), `-- \n${projectName}`].join('\n\n').concat('\n')
