const words = (text: string) => text.trim().split(/\s+/)

/** Every kind of name that a list, a search and a form must bear: accents, apostrophes, hyphens, several words. */
export const firstNames = {
  Female: words(`
    Maria Aisha Chloé Zoë Siobhán Ingrid Yuki Nadia Priya Fatima Hannah Olivia Emma Sofía Inés Agnieszka Renée Björk Thảo Mei-Ling
    Anne-Marie Leila Camila Grace Ruth Dolores Keisha Naomi Oksana Małgorzata Noor Ximena Eleanor Josephine Amélie Ngozi Tamar Eun-ji
    Lakshmi Beatriz Hadiza Margaret Winona Elif Šárka Catalina Ilse Mahalia Rosalind Perpetua`),
  Male: words(`
    James José Jürgen Seán Łukasz Ahmed Kenji Raúl Øyvind Dmitri Wei Jean-Luc Mohammed Samuel Tomás Elijah Noah Mateo André Kwame
    Anders Ravi Hiroshi Giovanni Patrick Nils Ibrahim Benoît Marcus Duc Chidi Walter Henry Otis Arjun Sergei Mikołaj Joaquín Isaac
    Tariq Émile Kofi Luis Zoltán Desmond Yusuf Gustav Abel Min-jun Thaddeus`),
}

export const lastNames = words(`
  Smith García O'Connor Müller Nguyễn Kowalski Johnson Smith-Jones D'Angelo Lefèvre Andersson Okonkwo Patel Kim Suzuki Novák Ångström
  Fernández Ramírez-Ortiz O'Malley Schäfer Yılmaz Haddad Cohen Brown Williams Davis Martínez Hernández López Wilson Anderson Thomas
  Taylor Moore Jackson Martin Lee Pérez Thompson White Harris Sánchez Clark Lewis Robinson Walker Young Allen King Wright Scott Torres
  Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts Gómez Phillips Evans Turner Díaz Parker Cruz
  Edwards Collins Reyes Stewart Morris Morales Murphy Cook Rogers Gutiérrez Ortiz Morgan Cooper Peterson Bailey Reed Kelly Howard
  Ramos Ward Cox Richardson Watson Brooks Chavez Wood Bennett Gray Mendoza Ruiz Hughes Price Álvarez Castillo Sanders Myers Long Ross
  Foster Jiménez Abebe Achebe Bjørnstad Çelik Dvořák Eriksen Fitzgerald Grünwald Hashimoto Iyer Jovanović Kaminski L'Heureux
  Mbeki N'Diaye Oyelaran Petrović Quispe Rosenthal Sørensen Tanaka Uzun Vasquez Wójcik Xu Yamamoto Zielińska`)

// Two words make one name.
export const longLastNames = [
  'de la Cruz',
  'van der Berg',
  'St. John',
  'Mc Allister',
  'dos Santos',
  'Al-Rashid',
  'Saint-Exupéry',
]

/** City, state and a zip code that lies there. */
export const places = [
  ['Boston', 'MA', '02115'],
  ['Cambridge', 'MA', '02139'],
  ['Providence', 'RI', '02903'],
  ['Hartford', 'CT', '06103'],
  ['New York', 'NY', '10016'],
  ['Brooklyn', 'NY', '11215'],
  ['Newark', 'NJ', '07102'],
  ['Philadelphia', 'PA', '19104'],
  ['Baltimore', 'MD', '21205'],
  ['Burlington', 'VT', '05401'],
  ['Portland', 'ME', '04101'],
  ['Chicago', 'IL', '60611'],
  ['Milwaukee', 'WI', '53202'],
  ['Minneapolis', 'MN', '55455'],
  ['Coeur d’Alene', 'ID', '83814'],
] as const

export const streets = words(
  'Maple Oak Cedar Elm Washington Harbor Hillside Franklin Park Lincoln Prospect Highland Mill Summit Chestnut',
)
