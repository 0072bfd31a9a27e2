/** The seats of games, by the number of players. */
const range = (length, first = 0) => Array.from({ length }, (_, i) => first + i);

export const roundTable = (n) => [...range(n - 1, 1).map(String), "dealer"];
export const noSeats = () => [];
export const onePlayer = () => ["player"];
export const numberedSeats = (n) => range(n, 1).map(String);
export const windSeats = () => ["east", "south", "west", "north"];
export const houseTable = (n) => [...numberedSeats(n), "dealer"];
