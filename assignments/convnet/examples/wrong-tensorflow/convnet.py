import tensorflow as tf

model = tf.keras.Sequential(
    [
        tf.keras.layers.Conv2D(1, 3, padding="same", activation="relu"),
        tf.keras.layers.Flatten(),
        tf.keras.layers.Dense(2),
    ]
)
print(model(tf.zeros((1, 4, 4, 1))).shape)
