/** Path of a loadout's page, and its address for others. */
export const loadoutPath = (id: string): string => `/loadouts/${id}`;

export const loadoutAddress = (id: string): string => `${location.origin}${loadoutPath(id)}`;
