(piles) => piles.map((pile) => [pile.dataset.place ?? pile.dataset.pile,
  [...pile.querySelectorAll("p.none[aria-hidden]")].map((place) => place.textContent)])
