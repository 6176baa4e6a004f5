from omaha_fast._core cimport (
    evaluate_cards, evaluate_hilo_cards, evaluate_hilo_masks, evaluate_low_cards, evaluate_low_masks, evaluate_masks,
)
